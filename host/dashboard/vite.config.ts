import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the pages into the host's own output, where `host/site/files.ts` finds them; nothing is put inline, as the policy of the pages forbids it. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [react()],
  // Tools of the repository bring an older React along, which the form library would find first.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/dashboard/api': 'http://127.0.0.1:3000' } }
})
