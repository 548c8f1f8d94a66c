import { Link } from 'wouter'
import type { ProductDescription } from '../../api/products.js'
import { Marked } from '../../parts/code.js'
import { actionPath, productPath, settingId } from './fragments.js'

interface ProductTextProps {
  readonly product: Pick<ProductDescription, 'slug' | 'actions' | 'config'>
  /** What the product says, with code between backticks. */
  readonly text: string
}

/** A mention of an action, of a setting, or of all settings. */
const mention = /\b(action `\w+`|setting `[\w.]+`|the settings)(?!\w)/

/**
 * What a product says in a description, with links to what it mentions: to its actions, by their titles, and to its settings. Nothing
 * else of the text becomes a link, because anybody can write a product.
 */
export function ProductText({ product, text }: ProductTextProps) {
  return text.split(mention).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Mention key={index} product={product} text={part} />
  ))
}

function Mention({ product: { slug, actions, config }, text }: ProductTextProps) {
  const page = productPath(slug)
  const [, kind, name] = /^(action|setting) `([\w.]+)`$/.exec(text) ?? []
  const action = kind === 'action' ? actions.find(each => each.name === name) : undefined
  if (action)
    return (
      <>
        action <Link to={actionPath(slug, action.name)}>“{action.title}”</Link>
      </>
    )
  if (kind === 'setting' && name !== undefined && config.settingsSchema?.properties?.[name])
    return (
      <>
        setting{' '}
        <Link to={`${page}#${settingId(name)}`}>
          <code>{name}</code>
        </Link>
      </>
    )
  if (text === 'the settings' && config.settingsSchema) return <Link to={`${page}#settings`}>{text}</Link>
  return <Marked text={text} />
}
