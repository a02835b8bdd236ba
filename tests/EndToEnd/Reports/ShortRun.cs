namespace DroneDelivery.EndToEnd.Reports;

/// <summary>The same pages with fewer rows in their tables: what looks at every element takes its time for each.</summary>
public sealed class ShortRun() : SyntheticPages(seconds: 60, tracesOfEach: 60);
