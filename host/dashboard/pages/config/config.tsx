import { useAccess } from '../../api/access.js'
import { useConfig } from '../../api/config.js'
import { paths } from '../../api/paths.js'
import { useProduct } from '../../api/products.js'
import { reload, together } from '../../api/resource.js'
import { Card } from '../../parts/card.js'
import { Loaded, Skeleton } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { Page } from '../../parts/page.js'
import { Link } from '../../router/link.js'
import type { PathValues } from '../../router/match.js'
import { AccessNotice } from '../product/access-notice.js'
import { Revisions } from './revisions.js'
import { SettingsForm } from './settings-form.js'

/** The settings of a connection product. */
export default function Config({ slug = '' }: PathValues) {
  const all = together(useProduct(slug), useConfig(slug))
  const access = useAccess(slug)
  if (all.state !== 'ready' || access.state === 'loading')
    return (
      <Page title={`Settings of ${slug}`}>
        <Loaded resource={all} lines={16} again={() => reload(paths.config(slug))}>
          {() => <Skeleton lines={16} />}
        </Loaded>
      </Page>
    )
  const [{ title, config }, saved] = all.body
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
      {config.settingsSchema ? (
        <SettingsForm key={saved.revision} slug={slug} schema={config.settingsSchema} saved={saved} />
      ) : (
        <Notice tone="info" title="This product has nothing to configure" />
      )}
      <Card title="Revisions">
        <Revisions slug={slug} />
      </Card>
    </Page>
  )
}
