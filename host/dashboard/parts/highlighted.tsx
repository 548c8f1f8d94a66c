import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { createLowlight } from 'lowlight'
import { Fragment, type ReactNode } from 'react'

const highlighter = createLowlight({ bash, go, json, php, python, typescript })

/** A language that can be highlighted. */
export type Language = 'bash' | 'go' | 'json' | 'php' | 'python' | 'typescript'

type Node = ReturnType<typeof highlighter.highlight>['children'][number]

/** Code with its words in colours. The highlighter gives a tree and no HTML, so that nothing of the text becomes markup. */
export function Highlighted({ text, language }: { readonly text: string; readonly language: Language }) {
  return <>{highlighter.highlight(language, text).children.map(rendered)}</>
}

function rendered(node: Node, index: number): ReactNode {
  if (node.type === 'text') return <Fragment key={index}>{node.value}</Fragment>
  if (node.type !== 'element') return null
  const { className } = node.properties
  return (
    <span key={index} className={Array.isArray(className) ? className.join(' ') : undefined}>
      {node.children.map(rendered)}
    </span>
  )
}
