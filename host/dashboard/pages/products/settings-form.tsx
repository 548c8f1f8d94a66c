import { useEffect, useMemo, useRef, useState } from 'react'
import { type NewConfig, type StoredConfig, useConfig, useSaveConfig, useValidateConfig } from '../../api/config.js'
import { hasCode, isRetryable, issuesOf } from '../../api/problem.js'
import type { JsonSchema } from '../../api/products.js'
import { SchemaForm } from '../../forms/schema-form.js'
import { groupsOf, planSettings, type SettingGroup } from '../../forms/settings-plan.js'
import { Button, Switch } from '../../parts/button.js'
import { ErrorNotice, Notice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { withQuotes } from '../../parts/quotes.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { Badge } from '../../parts/values.js'
import { SettingsConflict } from './settings-conflict.js'
import { settingSections } from './settings-sections.js'

interface SettingsFormProps {
  readonly slug: string
  /** What people call the product. */
  readonly title: string
  readonly schema: JsonSchema
  readonly stored: StoredConfig
  /** An earlier revision that is to be edited and saved again. */
  readonly restored: RestoredConfig | undefined
}

/** An earlier config, and its revision. */
export interface RestoredConfig extends NewConfig {
  readonly revision: number
}

type Settings = Readonly<Record<string, unknown>>

const unsaved = {
  title: 'Leave without saving?',
  text: 'You changed these settings and have not saved them.',
  leave: 'Leave without saving'
}

/** Edits a config: validates it when asked, and saves it unless it was changed elsewhere in the meantime. */
export function SettingsForm({ slug, title, schema, stored, restored }: SettingsFormProps) {
  const [base, setBase] = useState(stored)
  const [enabled, setEnabled] = useState(stored.enabled)
  const [settings, setSettings] = useState<Settings>(stored.settings)
  const [added, setAdded] = useState<readonly string[]>([])
  const [emptyGroups, setEmptyGroups] = useState<readonly string[]>([])
  const form = useRef<HTMLDivElement>(null)
  const names = Object.keys(settings).join('\n')
  const plan = useMemo(() => planSettings(schema, names.split('\n').filter(Boolean), added), [schema, names, added])
  const latest = useConfig(slug)
  const validate = useValidateConfig(slug)
  const save = useSaveConfig(slug)
  const error = save.error ?? validate.error
  const issues = useMemo(() => issuesOf(error), [error])
  const isConflict = hasCode(save.error, 'revision_conflict')
  const mine = newConfig(enabled, settings)
  const typed = useRef(mine)
  typed.current = mine
  const isChanged = added.length > 0 || !areSame(mine, base)
  const isRestored =
    restored !== undefined && isChanged && areSame(mine, newConfig(restored.enabled, restored.settings))
  useUnsaved(isChanged ? unsaved : undefined)
  // Another tab has saved: what is shown here follows, unless it was changed.
  useEffect(() => {
    if (stored.etag === base.etag || isChanged) return
    setBase(stored)
    setEnabled(stored.enabled)
    setSettings(stored.settings)
  }, [stored, base, isChanged])
  useEffect(() => {
    if (!restored) return
    setEnabled(restored.enabled)
    setSettings(restored.settings)
    setAdded([])
    focusIn(form.current, '[type="submit"]')
  }, [restored])
  const adopt = (config: StoredConfig) => {
    setBase(config)
    setEnabled(config.enabled)
    setSettings(config.settings)
    setAdded([])
  }
  const send = (etag: string) => {
    validate.reset()
    const empty = groupsOf(plan)
      .filter(group => isAddedInVain(group, added, mine))
      .map(({ title }) => title)
    setEmptyGroups(empty)
    if (empty.length > 0) return focusIn(form.current, '.form.group:has(> [role="alert"]) :is(input, select, textarea)')
    // What was typed meanwhile stays, and is not saved yet.
    const saved = (config: StoredConfig) => (areSame(typed.current, mine) ? adopt(config) : setBase(config))
    save.mutate({ body: mine, etag }, { onSuccess: saved, onError: () => showBelow(form.current) })
  }
  const change = (next: Settings) => {
    if (save.isSuccess || validate.isSuccess) forget()
    setSettings(next)
  }
  const forget = () => {
    save.reset()
    validate.reset()
  }
  const remove = ({ added: start = '' }: SettingGroup, section: string) => {
    forget()
    const isOf = (name: string) => name === start || (start.endsWith('.') && name.startsWith(start))
    setSettings(Object.fromEntries(Object.entries(settings).filter(([name]) => !isOf(name))))
    setAdded(added.filter(name => !isOf(name)))
    focusIn(form.current, `#${CSS.escape(section)} + button, :has(> #${CSS.escape(section)}) + button`)
  }
  const isEmpty = (group: SettingGroup) => emptyGroups.includes(group.title) && isAddedInVain(group, added, mine)
  const sections = settingSections({
    plan,
    isEmpty,
    remove,
    add: name => {
      if (!added.includes(name)) setAdded([...added, name])
      focusIn(form.current, `[data-field^="${CSS.escape(name)}"] :is(input, select, textarea)`)
    }
  })
  return (
    <Card
      title="Your settings"
      aside={<span className="quiet">{base.revision === 0 ? 'Never saved' : `Version ${base.revision}`}</span>}
    >
      <div ref={form} className="stack">
        <div className="field product-switch">
          <Switch
            label={`Use ${title}`}
            isOn={enabled}
            change={isOn => {
              forget()
              setEnabled(isOn)
            }}
          />
          <p className="hint">While this is off, your account cannot run its actions.</p>
        </div>
        {stored.withheld !== undefined && (
          <Notice tone="warning" title={`${title} gets none of these settings.`}>
            <p>{stored.withheld}</p>
          </Notice>
        )}
        {schema.description && <p className="quiet">{withQuotes(schema.description)}</p>}
        <SchemaForm
          fields={plan.fields}
          sections={sections}
          data={settings}
          change={change}
          submit={() => send(base.etag)}
          issues={issues}
          below="#/settings"
        >
          <div className="form-notices">
            <div aria-live="polite" className="stack">
              {isRestored && (
                <Notice
                  tone="info"
                  title={`These are the settings of version ${restored.revision}. Save them to restore it.`}
                >
                  <p>Secrets keep the values that they have today.</p>
                </Notice>
              )}
              {isConflict ? (
                <SettingsConflict
                  mine={mine}
                  saved={latest}
                  isSaving={save.isPending}
                  schema={schema}
                  keepMine={({ etag }) => send(etag)}
                  takeSaved={config => {
                    forget()
                    adopt(config)
                    focusIn(form.current, '[type="submit"]')
                  }}
                />
              ) : (
                <ErrorNotice
                  error={error}
                  title={hasCode(error, 'invalid_config') ? 'Nothing was saved. Check the marked settings.' : undefined}
                  shown={issues.map(({ pointer }) => pointer).filter(pointer => pointer.startsWith('#/settings/'))}
                >
                  {error && isRetryable(error) && (
                    <>
                      <p>What you typed is still here.</p>
                      <Button onClick={() => (save.error ? send(base.etag) : validate.mutate(mine))}>Try again</Button>
                    </>
                  )}
                </ErrorNotice>
              )}
            </div>
          </div>
          <div className="actions form-foot">
            <Button type="submit" tone={isChanged ? 'primary' : 'plain'} isBusy={save.isPending}>
              Save
            </Button>
            {isChanged && (
              <Button
                onClick={() => {
                  forget()
                  adopt(base)
                  focusIn(form.current, '[type="submit"]')
                }}
              >
                Discard
              </Button>
            )}
            <Button
              isBusy={validate.isPending}
              onClick={() => {
                save.reset()
                validate.mutate(mine, { onError: () => showBelow(form.current) })
              }}
            >
              Check without saving
            </Button>
            <span role="status">
              {validate.isSuccess ? (
                <Badge tone="good">The settings are valid. They are not saved yet.</Badge>
              ) : save.isSuccess && !isChanged ? (
                <Badge tone="good">Saved as version {base.revision}.</Badge>
              ) : (
                isChanged && <Badge tone="warning">Not saved yet</Badge>
              )}
            </span>
          </div>
        </SchemaForm>
      </div>
    </Card>
  )
}

/** Whether a group was added and has no value, so that saving would drop it. */
function isAddedInVain({ added: start }: SettingGroup, added: readonly string[], { settings }: NewConfig): boolean {
  if (start === undefined || !added.includes(start)) return false
  return !Object.keys(settings).some(name => name === start || (start.endsWith('.') && name.startsWith(start)))
}

/** A body with the settings that are filled in: those that it leaves out are removed. */
function newConfig(enabled: boolean, data: Settings): NewConfig {
  const filled = Object.entries(data).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as const]
  )
  return { enabled, settings: Object.fromEntries(filled) }
}

function sorted({ enabled, settings }: NewConfig): unknown {
  return [enabled, Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1))]
}

function areSame(one: NewConfig, other: NewConfig): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** Scrolls to what the form says above its buttons, once it says it. */
function showBelow(element: HTMLElement | null): void {
  requestAnimationFrame(() => element?.querySelector('.form-notices')?.scrollIntoView({ block: 'nearest' }))
}

/** Moves the focus once the form shows the change. */
function focusIn(element: HTMLElement | null, selector: string): void {
  requestAnimationFrame(() => element?.querySelector<HTMLElement>(selector)?.focus())
}
