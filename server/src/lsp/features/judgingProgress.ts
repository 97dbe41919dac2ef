import type { Connection, WorkDoneProgressServerReporter } from 'vscode-languageserver/node';
import type { ClientSupport } from '../clientSupport.ts';
import type { Progress } from '../closed/closedFiles.ts';

/** Fewer files are judged too quickly to show progress. */
const worthShowing = 200;

/** Shows how far the judging of many files has come, where the client can show that, and lets it be cancelled there. */
export class JudgingProgress {
  readonly #connection: Connection;
  readonly #canShow: boolean;
  readonly #cancel: () => void;
  #shown: Promise<WorkDoneProgressServerReporter> | undefined;

  constructor(connection: Connection, { workDoneProgress }: ClientSupport, cancel: () => void) {
    this.#connection = connection;
    this.#canShow = workDoneProgress;
    this.#cancel = cancel;
  }

  /** Shows the progress of judging. */
  show({ done, total }: Progress, isJudging: boolean): void {
    if (!this.#canShow) return;
    if (isJudging && total >= worthShowing) {
      this.#shown ??= this.#begin();
      this.#with((reporter) => reporter.report(Math.floor((100 * done) / total), `${done} / ${total}`));
    } else if (!isJudging) {
      this.#with((reporter) => reporter.done());
      this.#shown = undefined;
    }
  }

  async #begin(): Promise<WorkDoneProgressServerReporter> {
    const reporter = await this.#connection.window.createWorkDoneProgress();
    reporter.begin('Kubecompat: checking the workspace', 0, undefined, true);
    reporter.token.onCancellationRequested(this.#cancel);
    return reporter;
  }

  #with(use: (reporter: WorkDoneProgressServerReporter) => void): void {
    const log = (error: unknown) => this.#connection.console.warn(`progress cannot be shown: ${error}`);
    this.#shown?.then(use).catch(log);
  }
}
