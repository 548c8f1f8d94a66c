import { createHash } from 'node:crypto'

/**
 * Things of a server under names of actions. Of several that would have the same one, each whose own name is another has a digest of it at
 * the end, so that the name of one does not depend on which others there are.
 */
export function named<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string
): readonly (readonly [name: string, thing: Thing])[] {
  const forms = things.map(thing => actionName(nameOf(thing)))
  return things.map((thing, index) => {
    const [own, form = ''] = [nameOf(thing), forms[index]]
    const isTaken = own !== form && forms.filter(other => other === form).length > 1
    const digest = createHash('sha256').update(own).digest('hex').slice(0, 8)
    return [isTaken ? `${shortened(form, 55)}_${digest}` : form, thing]
  })
}

/** What people read of a thing that has a name alone: `getWeather` is "Get weather". */
export function titleOfName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word, index) => (index > 0 && /^\p{Lu}\p{Ll}*$/u.test(word) ? word.toLowerCase() : word))
    .join(' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** In snake_case: `getWeather`, `get-weather` and `get.weather` are `get_weather`; 64 characters at most. */
function actionName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('_')
  const isSound = /^[a-z]/.test(words) && !['constructor', 'prototype'].includes(words)
  return shortened(isSound ? words : `tool_${words}`, 64)
}

function shortened(name: string, length: number): string {
  return name.slice(0, length).replace(/_+$/, '')
}
