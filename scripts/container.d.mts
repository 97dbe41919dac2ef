export function writeImage(
  archive: string,
  options: {
    readonly executable: string;
    readonly documents: Readonly<Record<string, string>>;
    readonly version: string;
    readonly created: string;
  },
): Promise<void>;
