import { InvalidInput, type Issue, type Static, Type } from '@product-host/sdk'
import { isFilled } from '@product-host/toolkit/guards'
import { oneLine } from '@product-host/toolkit/text'
import {
  detectLanguage,
  isWritten,
  languageName,
  type WrittenLanguage,
  writtenLanguages
} from './languages/languages.js'

/** Facts that a text is made of. */
export const pointsForm: ListForm = { maxItems: 10, maxLength: 240, separator: /[\n;]/ }

/** Words that a text is to be found by. */
export const keywordsForm: ListForm = { maxItems: 15, maxLength: 50, separator: /[,\n]/ }

/** Names of platforms. */
export const platformsForm: ListForm = { maxItems: 12, maxLength: 64, separator: /[,\n]/ }

/** What a text is for. */
export const Goal = Type.Enum(['educate', 'sell', 'engage', 'announce'], {
  default: 'educate',
  title: 'Goal',
  description: 'What the text is for.'
})

/** What a text is for. */
export type Goal = Static<typeof Goal>

/** How a text is to sound. */
export const Tone = Type.Enum(['plain', 'bold', 'friendly', 'expert'], {
  default: 'plain',
  title: 'Tone',
  description: 'How the text sounds.'
})

/** How a text is to sound. */
export type Tone = Static<typeof Tone>

/** Whether the rules or the operator's model wrote a text. */
export const Engine = Type.Enum(['rules', 'model'], {
  title: 'Written by',
  description: '`rules`: the sentences of the product; `model`: the language model of the host.'
})

/** The language of a text, as callers may name it. */
export const Language = Type.Optional(
  Type.Enum([...writtenLanguages], {
    title: 'Language',
    description:
      'English ("en"), German ("de"), French ("fr") or Spanish ("es"). If empty: the language of the topic and the points.'
  })
)

/** The language of a text, as answers show it. */
export const LanguageCode = Type.String({
  title: 'Language',
  description: 'The language of the text as an ISO 639-1 code, such as `en`.'
})

/** What makes a topic sensitive, as answers show it. */
export const SensitivityName = Type.Optional(
  Type.Enum(['illness', 'death', 'war', 'crime', 'minors'], {
    title: 'Sensitive topic',
    description:
      'What makes the topic sensitive: the text is then neutral and asks its readers nothing. Left out if nothing does.'
  })
)

/** Why the model's answer was not used. */
export const FallbackReason = Type.Optional(
  Type.String({
    title: 'Why the model was not used',
    description:
      'Only if a model is configured and was not used: `timeout`, `unavailable`, `bad_answer` (of another form), ' +
      '`not_configured` or `lint_failed` (its text did not pass the checks).'
  })
)

/** Milliseconds for an action that may ask the model, which has 12 seconds of its own. */
export const modelTimeoutMs = 20_000

/** What a list may hold, and what stands between its items where it comes as one text. */
export interface ListForm {
  readonly maxItems: number
  readonly maxLength: number
  readonly separator: RegExp
}

/** A list as callers send it: an array of texts, or one text in which the separator stands between them. */
export function textList({ maxItems, maxLength }: ListForm, title: string, description: string) {
  return Type.Union(
    [Type.Array(Type.String({ maxLength }), { maxItems }), Type.String({ maxLength: maxItems * (maxLength + 2) })],
    { title, description }
  )
}

/** The items of a list, each on one line, blanks and doubles dropped. What the schema cannot say of one text is added to the issues. */
export function itemsOf(
  value: string | readonly string[] | undefined,
  { maxItems, maxLength, separator }: ListForm,
  pointer: string,
  issues: Issues
): readonly string[] {
  const parts = typeof value === 'string' ? value.split(separator) : (value ?? [])
  const items = [...new Set(parts.map(oneLine).filter(part => !isBlank(part)))]
  if (items.length > maxItems)
    issues.add(pointer, 'max_items', `holds more than ${maxItems} items`, `Send ${maxItems} items at most.`)
  if (items.some(item => Array.from(item).length > maxLength))
    issues.add(pointer, 'max_length', `holds an item of more than ${maxLength} characters`, 'Shorten that item.')
  return items
}

/** A text on one line; an issue when there is nothing to read in it. */
export function readable(value: string, pointer: string, issues: Issues): string {
  if (isBlank(value)) issues.add(pointer, 'blank', 'has nothing to read in it', 'Send letters or digits.')
  return oneLine(value)
}

/**
 * The language of a text: the one that was named, otherwise that of the words of the author. An issue where the rules do not write
 * it and there is no model.
 */
export function languageOf(
  named: WrittenLanguage | undefined,
  texts: readonly string[],
  hasModel: boolean,
  issues: Issues
): string {
  const language = named ?? detectLanguage(texts)
  if (!hasModel && !isWritten(language))
    issues.add(
      '#/topic',
      'language_not_supported',
      language === 'und'
        ? 'is in a language that is not written here'
        : `is in ${languageName(language)}, which is not written here`,
      'Send topic, points and audience in English, German, French or Spanish; or name one of these as language to ' +
        'have your words used in a text of that language.'
    )
  return language
}

/** Issues of an input that its schema cannot see, collected so that the caller gets all of them at once. */
export class Issues {
  readonly #found: Issue[] = []

  add(pointer: string, code: string, detail: string, fix: string): void {
    this.#found.push({ pointer, code, detail, fix })
  }

  /** Throws `InvalidInput` when there is any. */
  check(): void {
    if (isFilled(this.#found)) throw new InvalidInput(this.#found)
  }
}

/** Whether there is nothing to read in a text. */
export function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{S}\p{P}]/u.test(text)
}
