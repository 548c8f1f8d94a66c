import { type Model, ModelError, type OnModelText } from '../model.js'
import { compileOutput } from '../runtime/compile-schema.js'

/** What a test answers for the model: the raw value of `ask`, or a turn of `converse`; it may throw a `ModelError`. */
export interface TestModel {
  /** `write` sends a part of the answer's text to `onText`. If it is never called, `onText` gets the value as one part. */
  ask?(instructions: string, data: Readonly<Record<string, string>>, write: OnModelText): unknown
  converse?: Model['converse']
}

/** A model that answers what the test says, and is not configured without it. */
export function testModel(answers: TestModel | undefined): Model {
  const nothing = () => new ModelError('not_configured', 'No model is configured.')
  return {
    name: answers ? 'test-model' : undefined,
    async ask({ instructions, data, schema, onText }) {
      if (!answers?.ask) throw nothing()
      let isStreamed = false
      const value = await answers.ask(instructions, data, part => {
        isStreamed = true
        onText?.(part)
      })
      if (!isStreamed) onText?.(JSON.stringify(value) ?? '')
      if (compileOutput(schema)(value).length > 0)
        throw new ModelError('bad_answer', 'The answer does not fit the schema.')
      return { value: value as never, tokens: 10 }
    },
    async converse(conversation) {
      if (!answers?.converse) throw nothing()
      return answers.converse(conversation)
    }
  }
}
