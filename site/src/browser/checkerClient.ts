import type { Answer, Question } from '../playground/protocol.ts';

/** A question without its number. */
export type NewQuestion = Question extends infer Each ? (Each extends Question ? Omit<Each, 'number'> : never) : never;

/** Queries the checker, in a worker that can be ended when it takes too long. */
export class CheckerClient {
  readonly #root: string;
  #worker: Worker | undefined;
  #inPage: Promise<void> | undefined;
  #next = 0;
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  /** @param root the address of the folder with the scripts. */
  constructor(root: string) {
    this.#root = root;
  }

  /** The answer; one that failed where the checker is ended before. */
  async ask(question: NewQuestion): Promise<Answer> {
    const number = this.#next++;
    const numbered: Question = { ...question, number };
    const worker = this.#started();
    if (worker === undefined) return this.#askInPage(numbered);
    return new Promise((done) => {
      this.#waiting.set(number, done);
      worker.postMessage(numbered);
    });
  }

  /** Ends the current work. The next question starts a new worker. */
  stop(why: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const [number, done] of this.#waiting) done({ number, answer: 'failed', why });
    this.#waiting.clear();
  }

  #started(): Worker | undefined {
    if (this.#worker !== undefined || this.#inPage !== undefined) return this.#worker;
    try {
      const worker = new Worker(`${this.#root}checker.js`);
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        this.#waiting.get(data.number)?.(data);
        this.#waiting.delete(data.number);
      });
      worker.addEventListener('error', () => this.stop('The checker could not be loaded, or has stopped.'));
      this.#worker = worker;
    } catch {
      // Browsers refuse workers to pages that were opened as files.
      this.#inPage = this.#loadInPage();
    }
    return this.#worker;
  }

  #loadInPage(): Promise<void> {
    return new Promise((done) => {
      const script = document.createElement('script');
      script.src = `${this.#root}checker.js`;
      script.addEventListener('load', () => done());
      script.addEventListener('error', () => done());
      document.head.append(script);
    });
  }

  async #askInPage(question: Question): Promise<Answer> {
    await this.#inPage;
    const check = window.kubecompatChecker;
    if (check !== undefined) return check(question);
    return { number: question.number, answer: 'failed', why: 'The checker could not be loaded.' };
  }
}
