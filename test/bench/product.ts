/** The plugin that the benchmark calls: one action, which sets one record of its storage. */
export const setProduct = `
import { defineAction, defineProduct, STORAGE, Type } from '@product-host/sdk'
const Task = {
  key: Type.String({ minLength: 1, maxLength: 100 }),
  text: Type.String({ minLength: 1, maxLength: 200 }),
  priority: Type.Integer({ minimum: 1, maximum: 5 })
}
const set = defineAction({
  title: 'Set', description: 'Stores one task.', effect: 'write', idempotent: true,
  input: Type.Object(Task), detail: Type.Object(Task), metrics: Type.Object({ characters: Type.Integer() }),
  examples: [{ title: 'One', input: { key: 'shopping', text: 'milk', priority: 3 } }],
  needs: { storage: STORAGE },
  async run({ key, text, priority }, { storage }) {
    await storage.set('task:' + key, { text, priority })
    return { summary: 'Stored "' + key + '".', metrics: { characters: text.length }, detail: { key, text, priority } }
  }
})
export default defineProduct({
  slug: 'bench', title: 'Bench', description: 'Stores tasks.', version: '1.0.0', actions: { set }
})`
