import { defineConfig } from 'orval'

export default defineConfig({
  productHost: {
    input: './.made/openapi.json',
    output: {
      client: 'fetch',
      target: './.made/orval.ts',
      baseUrl: { getBaseUrlFromSpecification: true }
    }
  }
})
