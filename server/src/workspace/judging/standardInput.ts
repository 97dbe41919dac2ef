import { resolve } from 'node:path';
import type { ChartTemplates } from '../../helm/chart.ts';
import type { FileContext } from '../../kustomize/fileContext.ts';
import { chartAround } from '../charts/charts.ts';
import { type DecodedBytes, decodeBytes } from '../disk/decodeBytes.ts';
import { reportName } from '../disk/discover.ts';
import { explainIoError } from '../disk/ioError.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';

/** Standard input as a file of the working folder. */
export interface StandardInput {
  /** As reports name it. */
  readonly file: string;
  /** Where it would lie: its settings are those of a file there. */
  readonly path: string;
  readonly context: FileContext;
  readonly chart: ChartTemplates | undefined;
  /** Reads all of it. */
  read(): DecodedBytes;
}

const unnamed = '<stdin>';

/** @param filename what the user calls it; undefined for a text that no kustomization and no chart is around. */
export function standardInput(bytes: () => Uint8Array, filename: string | undefined, cwd: string): StandardInput {
  const path = resolve(cwd, filename ?? unnamed);
  const read = (): DecodedBytes => {
    try {
      return decodeBytes(Buffer.from(bytes()));
    } catch (error) {
      const { message, remedy } = explainIoError(error);
      return { ok: false, message, remedy };
    }
  };
  if (filename === undefined) return { file: unnamed, path, context: { place: path }, chart: undefined, read };
  return {
    file: reportName(path, cwd),
    path,
    context: new Kustomizations().contextOf(path),
    chart: chartAround(path),
    read,
  };
}
