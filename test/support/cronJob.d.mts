export declare function cronJob(apiVersion: string): string;
