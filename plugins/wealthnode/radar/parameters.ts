/** Anomalies: B. Iglewicz and D. Hoaglin, How to Detect and Handle Outliers, ASQC 1993. The threshold itself is a setting. */
export const anomaly = {
  /** Days before a day that it is compared with. */
  baselineDays: 28,
  /** Fewest days to compare with. */
  leastBaselineDays: 7,
  /** Makes the median absolute deviation comparable to a standard deviation: the 0.75 quantile of the normal distribution. */
  zFactor: 0.6745,
  /** Above this modified z-score an anomaly is red. */
  redZ: 7,
  /** The least deviation that counts, as a share of the median and in GBP, so that a flat history gives no infinity. */
  leastShare: 0.05,
  leastGbp: 0.01
}

/** The standard deviation of a normal distribution, in median absolute deviations: 1 / 0.6745. */
export const sigmasPerMad = 1.4826

/** Trend: Mann-Kendall test, R. O. Gilbert, Statistical Methods for Environmental Pollution Monitoring, 1987, chapter 16. */
export const trend = { leastDays: 8, significance: 0.05 }

/** The weight of the newest day in an exponentially weighted moving average. */
export const lambda = 0.3

/** Drift: EWMA control chart, NIST/SEMATECH e-Handbook of Statistical Methods, 6.3.2.4. */
export const drift = { limitSigmas: 3, days: 14 }

/** Forecast: median of the same weekday and EWMA in equal parts; 80 % of a normal distribution lie within 1.2816 sigmas. */
export const forecast = { historyDays: 28, leastHistoryDays: 7, weekdayShare: 0.5, bandSigmas: 1.2816 }

/** Most groups that an answer lists. */
export const mostGroups = 10
