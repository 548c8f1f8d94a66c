import { type Model, ModelError } from '../model.js'
import { compileOutput } from '../runtime/checks.js'

/** What a test answers for the model: the raw value of `ask`, or a turn of `converse`; it may throw a `ModelError`. */
export interface TestModel {
  ask?(instructions: string, data: Readonly<Record<string, string>>): unknown
  converse?: Model['converse']
}

/** A model that answers what the test says, and is not configured without it. */
export function testModel(answers: TestModel | undefined): Model {
  const nothing = () => new ModelError('not_configured', 'No model is configured.')
  return {
    name: answers ? 'test-model' : undefined,
    async ask({ instructions, data, schema }) {
      if (!answers?.ask) throw nothing()
      const value = await answers.ask(instructions, data)
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
