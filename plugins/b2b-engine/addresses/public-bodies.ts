/** Endings that only schools and universities get: .edu, and .ac and .edu below a country. Source: the registries' own rules. */
export const educationSuffix = /(?:^|\.)(?:edu|(?:ac|edu|sch)\.[a-z]{2})$/

/** Endings that only public bodies get. Source: the registries' own rules; nhs.net is the health service of England and Scotland. */
export const governmentSuffix =
  /(?:^|\.)(?:gov|mil|nhs\.net|(?:gov|gob|gouv|gub|govt|mil|mod|nhs|police)\.[a-z]{2}|(?:europa\.eu|bund\.de|admin\.ch|gc\.ca|go\.jp|go\.kr))$/
