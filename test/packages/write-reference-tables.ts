import { writeReferenceTables } from './reference-tables.js'

// Writes the generated tables into the documents: `npx node dist-test/packages/write-reference-tables.js`.
await writeReferenceTables()
