import { useConfig } from '../../api/config.js'
import { paths } from '../../api/paths.js'
import { useProduct } from '../../api/products.js'
import { reload, together } from '../../api/resource.js'
import { Card } from '../../parts/card.js'
import { Loaded } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import type { PathValues } from '../../router/match.js'
import { AccessNotice } from '../product/access-notice.js'
import { Revisions } from './revisions.js'
import { SettingsForm } from './settings-form.js'

/** The settings of a connection product. */
export default function Config({ slug = '' }: PathValues) {
  const product = useProduct(slug)
  const config = useConfig(slug)
  const title = product.state === 'ready' ? product.body.title : slug
  return (
    <Page
      title={`Settings of ${title}`}
      lead="They hold for your account, for calls by key as for those from here."
      aside={
        <Link className="button" to={`/products/${slug}`}>
          Actions
        </Link>
      }
    >
      <AccessNotice slug={slug} />
      <Loaded resource={together(product, config)} lines={16} again={() => reload(paths.config(slug))}>
        {([described, saved]) =>
          described.config.settingsSchema ? (
            <SettingsForm key={saved.revision} slug={slug} schema={described.config.settingsSchema} saved={saved} />
          ) : (
            <Notice tone="info" title="This product has nothing to configure" />
          )
        }
      </Loaded>
      <Card title="Revisions">
        <Revisions slug={slug} />
      </Card>
    </Page>
  )
}
