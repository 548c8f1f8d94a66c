import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Names the frame and what it imports in the HTML, so that both are downloaded together with `start.ts`. Without it, the browser would
 * ask for them one round trip later.
 */
const preloadFrame: Plugin = {
  name: 'preload-frame',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter(each => each.type === 'chunk')
      const files = chunks.flatMap(({ name, fileName, imports }) => (name === 'frame' ? [fileName, ...imports] : []))
      return files
        .filter(file => !html.includes(file))
        .map(file => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head'
        }))
    }
  }
}

/** Names the font in the HTML: without it, the browser would ask for it when it has read the styles and the page. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter(file => file.endsWith(fontEnding))
        .map(file => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head'
        }))
  }
}

/** What the name of a font ends with, which is compressed already. */
const fontEnding = '.woff2'

/** Writes each file a second time, compressed with Brotli as far as it goes, which takes too long while a browser waits. */
const compressFiles: Plugin = {
  name: 'compress-files',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter(name => !name.endsWith(fontEnding))
    const files = names.map(name => join(dir, name))
    await Promise.all(
      files.map(async file => writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file))))
    )
  }
}

/**
 * Builds the pages into the host's own output, where `host/http/dashboard/static-files.ts` finds them; nothing is put
 * inline, as the policy of the pages forbids it.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [react(), preloadFrame, preloadFont, compressFiles],
  // Tools of the repository bring an older React along, which the form library would find first.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Each with all that it imports. Many small files would wait for each other on the few connections of HTTP/1.1.
        codeSplitting: {
          groups: [
            { name: 'start', test: /dashboard\/start\.ts$/, priority: 3 },
            { name: 'frame', test: /dashboard\/(?:main|pages\/home|parts\/(?:code|tabs))\.tsx$/, priority: 2 },
            { name: 'product', test: /dashboard\/pages\/products\/product\.tsx$/, priority: 1 }
          ]
        }
      }
    }
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/dashboard/api': 'http://127.0.0.1:3000' } }
})
