import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { useConfig, useReadRevision, useRevisions } from '../../api/config.js'
import { hasCode } from '../../api/problem.js'
import { type JsonSchema, useAccess, useProduct } from '../../api/products.js'
import { settingTitle } from '../../forms/settings-plan.js'
import { Button } from '../../parts/button.js'
import { Loaded, Skeleton, together } from '../../parts/loaded.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card, Page } from '../../parts/page.js'
import { Time } from '../../parts/values.js'
import { nameInWords } from '../../views/words.js'
import { NotFound } from '../not-found.js'
import { AccessNotice } from './access.js'
import { type RestoredConfig, SettingsForm } from './settings-form.js'

/** The settings of a connection product. */
export function Settings() {
  const { slug = '' } = useParams()
  const query = together(useProduct(slug), useConfig(slug))
  const access = useAccess(slug)
  const [restored, restore] = useState<RestoredConfig>()
  if (hasCode(query.error, 'unknown_product')) return <NotFound />
  if (hasCode(query.error, 'config_not_supported')) return <NoSettings slug={slug} />
  if (!query.data || access.isPending)
    return (
      <Page title={`${nameInWords(slug)} settings`} back={<Link to="/products">Products</Link>}>
        <Loaded query={query} lines={16}>
          {() => <Skeleton lines={16} />}
        </Loaded>
      </Page>
    )
  const [{ title, config }, stored] = query.data
  return (
    <Page
      title={`${title} settings`}
      back={<Link to="/products">Products</Link>}
      lead="What you save here applies to every call of your account, from API keys and from this dashboard."
      aside={
        <Link className="button" to={`/products/${slug}`}>
          Open {title}
        </Link>
      }
    >
      <AccessNotice slug={slug} />
      {config.settingsSchema ? (
        <SettingsForm
          key={slug}
          slug={slug}
          title={title}
          schema={config.settingsSchema}
          stored={stored}
          restored={restored}
        />
      ) : (
        <Notice tone="info" title="This product has no settings" />
      )}
      <Card title="Earlier versions">
        <Revisions slug={slug} schema={config.settingsSchema ?? {}} current={stored.revision} restore={restore} />
      </Card>
    </Page>
  )
}

/** What is shown for a product that has nothing to set. */
function NoSettings({ slug }: { readonly slug: string }) {
  const title = useProduct(slug).data?.title ?? nameInWords(slug)
  return (
    <Page title={`${title} has no settings`} back={<Link to="/products">Products</Link>}>
      <div className="actions">
        <Link className="button primary" to={`/products/${slug}`}>
          Open {title}
        </Link>
      </div>
    </Page>
  )
}

interface RevisionsProps {
  readonly slug: string
  readonly schema: JsonSchema
  /** The number of the config that holds. */
  readonly current: number
  readonly restore: (config: RestoredConfig) => void
}

/** The latest changes: when, by whom, and the names of the changed settings. Each can be put into the form again. */
function Revisions({ slug, schema, current, restore }: RevisionsProps) {
  const { nameOf } = useCallers()
  const callerOf = (id: string) => (id === 'session' ? 'You, in the dashboard' : nameOf(id))
  const readRevision = useReadRevision(slug)
  return (
    <>
      <ErrorNotice error={readRevision.error} />
      <Loaded query={useRevisions(slug)}>
        {({ revisions }) =>
          revisions.length === 0 ? (
            <p className="quiet">Nothing has been saved yet.</p>
          ) : (
            <table className="responsive">
              <thead>
                <tr>
                  <th scope="col">Version</th>
                  <th scope="col">Time</th>
                  <th scope="col">By</th>
                  <th scope="col">Changed</th>
                  <th scope="col">
                    <span className="visually-hidden">Restore</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {revisions.map(({ revision, at, keyId, enabled, changed }) => (
                  <tr key={revision}>
                    <td data-label="Version">
                      {revision} ({enabled ? 'on' : 'off'})
                    </td>
                    <td data-label="Time">
                      <Time at={at} format="exact" />
                    </td>
                    <td data-label="By">{callerOf(keyId)}</td>
                    <td data-label="Changed">
                      {changed.map(name => settingTitle(schema, name)).join(', ') || 'No setting'}
                    </td>
                    <td className="buttons">
                      {revision !== current && (
                        <Button
                          className="small"
                          isBusy={readRevision.isPending && readRevision.variables === revision}
                          onClick={() => readRevision.mutate(revision, { onSuccess: restore })}
                        >
                          Restore<span className="visually-hidden"> version {revision}</span>
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </>
  )
}
