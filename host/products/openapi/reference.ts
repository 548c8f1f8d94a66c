/** A part of the document that stands under `components`. */
export interface Reference {
  readonly $ref: string
}

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers'

/** Points to a component by its name. */
export function component(kind: Kind, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Points to a schema by its name. */
export function schema(name: string): Reference {
  return component('schemas', name)
}
