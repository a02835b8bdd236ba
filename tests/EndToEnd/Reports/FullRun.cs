namespace DroneDelivery.EndToEnd.Reports;

/// <summary>As large as <c>tuning --full</c>: 500 s for each test, at about 40 requests per second.</summary>
public sealed class FullRun() : SyntheticPages(seconds: 500, tracesOfEach: 800);
