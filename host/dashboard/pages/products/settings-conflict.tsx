import { useEffect } from 'react'
import { mask, type NewConfig, type StoredConfig } from '../../api/config.js'
import type { JsonSchema } from '../../api/products.js'
import { schemaOf, settingTitle } from '../../forms/settings-plan.js'
import { Button } from '../../parts/button.js'
import { Loaded, type LoadedQuery } from '../../parts/loaded.js'
import { Notice } from '../../parts/notice.js'
import { type Column, Table } from '../../parts/table.js'

interface SettingsConflictProps {
  readonly mine: NewConfig
  readonly saved: LoadedQuery<StoredConfig>
  readonly isSaving: boolean
  readonly schema: JsonSchema
  readonly keepMine: (saved: StoredConfig) => void
  readonly takeSaved: (saved: StoredConfig) => void
}

/** The settings were saved elsewhere since they were read: both versions, and which of them is to hold. */
export function SettingsConflict({ mine, saved, isSaving, schema, keepMine, takeSaved }: SettingsConflictProps) {
  const { refetch } = saved
  useEffect(() => {
    refetch()
  }, [refetch])
  return (
    <Notice tone="warning" title="These settings were saved elsewhere in the meantime">
      <Loaded query={{ ...saved, data: saved.isFetching ? undefined : saved.data }}>
        {config => {
          const rows = differences(mine, config, schema)
          return rows.length === 0 ? (
            <>
              <p>What was saved is what you typed.</p>
              <div className="actions">
                <Button tone="primary" onClick={() => takeSaved(config)}>
                  Continue
                </Button>
              </div>
            </>
          ) : (
            <>
              <p>Choose the version to keep.</p>
              <div className="full">
                <Table columns={differenceColumns} rows={rows} keyOf={({ title }) => title} />
              </div>
              <div className="actions">
                <Button tone="primary" isBusy={isSaving} onClick={() => keepMine(config)}>
                  Save my version
                </Button>
                <Button onClick={() => takeSaved(config)}>Take the saved version</Button>
              </div>
            </>
          )
        }}
      </Loaded>
    </Notice>
  )
}

/** A setting in which two versions differ, as people read it. */
interface Difference {
  readonly title: string
  readonly mine: string
  readonly saved: string
}

const differenceColumns: readonly Column<Difference>[] = [
  { title: 'Setting', cell: ({ title }) => <strong>{title}</strong> },
  { title: 'Your version', cell: ({ mine }) => mine },
  { title: 'Saved version', cell: ({ saved }) => saved }
]

function differences(mine: NewConfig, saved: NewConfig, schema: JsonSchema): readonly Difference[] {
  const names = [...new Set([...Object.keys(mine.settings), ...Object.keys(saved.settings)])]
  const textOf = (name: string, value: string | undefined) => {
    if (value === undefined) return 'not set'
    if (!schemaOf(name, schema)?.writeOnly) return value
    return value === mask ? 'the stored secret' : 'a new secret'
  }
  const onOff = ({ enabled }: NewConfig) => (enabled ? 'yes' : 'no')
  return [
    ...(mine.enabled === saved.enabled ? [] : [{ title: 'In use', mine: onOff(mine), saved: onOff(saved) }]),
    ...names
      .filter(name => mine.settings[name] !== saved.settings[name])
      .map(name => ({
        title: settingTitle(schema, name),
        mine: textOf(name, mine.settings[name]),
        saved: textOf(name, saved.settings[name])
      }))
  ]
}
