export function makeExecutable(built: string, file: string): Promise<void>;
export function packExecutable(
  archive: string,
  executable: string,
  documents: Readonly<Record<string, string>>,
): Promise<void>;
export function nodeLicence(): string;
