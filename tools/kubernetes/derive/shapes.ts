import { arrayOf, fieldOf, flag, object, optionalText, text } from '../../../server/data/generator/json.ts';

/** A field of a Go struct: its JSON name, its Go type, and its comment with the markers in it. */
export interface ShapeField {
  readonly name: string;
  readonly type: string;
  /** Whether its own fields are inlined. */
  readonly inline: boolean;
  readonly omitEmpty: boolean;
  readonly doc: string;
}

/** A named Go type: `struct`, or the type that it is another name of. */
export interface ShapeType {
  readonly doc: string;
  readonly type: string;
  readonly fields: readonly ShapeField[];
  /** The results of the generated lifecycle methods: `introduced` to `1,37`, `replacement` to `group,version,Kind`. */
  readonly lifecycle: ReadonlyMap<string, string>;
}

/** A Go package of an API. */
export interface ShapePackage {
  /** How the facts begin the names of its types: `core.v1`. */
  readonly prefix: string;
  /** The API group's name; empty for the core group and for packages without one. */
  readonly group: string;
  /** By the name that the source uses: the import path. */
  readonly imports: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, ShapeType>;
  readonly constants: readonly ShapeConstant[];
}

/** A constant: its type, empty if it has none, and its value or the constant of another package that it is made `of`. */
export interface ShapeConstant {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly of: string | undefined;
}

/** All packages by their import path. */
export type Shapes = ReadonlyMap<string, ShapePackage>;

/** Parses the output of `go/shapes`. */
export function readShapes(printed: unknown): Shapes {
  return new Map(
    arrayOf(printed).map((printedPackage) => {
      const path = text(fieldOf(printedPackage, 'path'));
      return [path, shapePackage(path, printedPackage)];
    }),
  );
}

function shapePackage(path: string, printed: unknown): ShapePackage {
  return {
    prefix: prefixOf(path),
    group: text(fieldOf(printed, 'group')),
    imports: new Map(Object.entries(object(fieldOf(printed, 'imports'))).map(([name, target]) => [name, text(target)])),
    types: new Map(Object.entries(object(fieldOf(printed, 'types'))).map(([name, type]) => [name, shapeType(type)])),
    constants: arrayOf(fieldOf(printed, 'constants') ?? []).map((constant) => ({
      name: text(fieldOf(constant, 'name')),
      type: text(fieldOf(constant, 'type')),
      value: text(fieldOf(constant, 'value')),
      of: optionalText(fieldOf(constant, 'of')),
    })),
  };
}

function shapeType(printed: unknown): ShapeType {
  return {
    doc: optionalText(fieldOf(printed, 'doc')) ?? '',
    type: optionalText(fieldOf(printed, 'type')) ?? '',
    fields: arrayOf(fieldOf(printed, 'fields')).map((field) => ({
      name: text(fieldOf(field, 'name')),
      type: text(fieldOf(field, 'type')),
      inline: flag(fieldOf(field, 'inline') ?? false),
      omitEmpty: flag(fieldOf(field, 'omitempty') ?? false),
      doc: optionalText(fieldOf(field, 'doc')) ?? '',
    })),
    lifecycle: new Map(
      Object.entries(object(fieldOf(printed, 'lifecycle') ?? {})).map(([name, value]) => [name, text(value)]),
    ),
  };
}

/** `core.v1` of `k8s.io/api/core/v1`; packages of apimachinery keep their path from `pkg` or `pkg/apis` on. */
export function prefixOf(path: string): string {
  return path.replace(/^k8s\.io\/(?:api|[^/]+\/pkg\/apis|[^/]+\/pkg)\//, '').replaceAll('/', '.');
}
