const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** Figures with their names; null where there is none. */
export function Figures({ figures }: { readonly figures: readonly (readonly [name: string, value: number | null])[] }) {
  return (
    <div className="figures">
      {figures.map(([name, value]) => (
        <div key={name} className="figure">
          <strong>{value === null ? '–' : numbers.format(value)}</strong>
          <span>{name}</span>
        </div>
      ))}
    </div>
  )
}
