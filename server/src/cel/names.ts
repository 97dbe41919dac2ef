import type { Expr } from './ast.ts';

/** `a.b.c` of a chain of plain field selections; undefined for anything else. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.test) return undefined;
  const names: string[] = [];
  let node: Expr = expr;
  while (node.kind === 'select' && !node.test) {
    names.push(node.field);
    node = node.operand;
  }
  if (node.kind !== 'ident') return undefined;
  names.push(node.name);
  return names.reverse().join('.');
}

/** Messages, and the values of an enumeration, that cel-go registers: common/types/pb/pb.go. */
const protocolBuffers =
  /^google\.protobuf\.(?:Any|Duration|Empty|Timestamp|Struct|(?:List|Null|Bool|Bytes|Double|Float|String|U?Int(?:32|64))?Value)(?:\.|$)/;

/** Whether a name is a protocol buffers message, or inside of one. */
export function isProtocolBufferName(name: string): boolean {
  return protocolBuffers.test(name);
}
