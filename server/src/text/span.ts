/** A half-open range of a text, in UTF-16 code units from its start: `start` is inside, `end` is not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether `offset` is in `span` or directly at its end, like a cursor. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}
