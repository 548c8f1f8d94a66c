/** The description of a product whose recall a brief asks for memories. */
export const core = {
  slug: 'core',
  title: 'Core',
  description: 'Memory.',
  actions: [
    {
      name: 'recall',
      title: 'Recall',
      description: 'Recalls.',
      effect: 'read' as const,
      intents: { phrases: [], keywords: [] },
      inputSchema: {}
    }
  ]
}
