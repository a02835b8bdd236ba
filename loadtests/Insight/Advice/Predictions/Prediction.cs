namespace DroneDelivery.LoadTests.Insight.Advice.Predictions;

/// <summary>The expected figures of the same load after a change.</summary>
/// <param name="RequestsPerSecond">Mean over the whole load.</param>
/// <param name="MeanMs">Mean latency of successful requests.</param>
/// <param name="RequestUnitsPerOperation">RU for each request sent.</param>
/// <param name="ProvisionedRequestUnitsPerSecond">RU/s that the container then has.</param>
/// <param name="EnoughRequestUnitsPerSecond">RU/s that are enough for the heaviest step of the load.</param>
/// <param name="Model">How the prediction was calculated, with the measurements that it uses.</param>
public sealed record Prediction(
    double RequestsPerSecond,
    double MeanMs,
    double RequestUnitsPerOperation,
    double ProvisionedRequestUnitsPerSecond,
    double EnoughRequestUnitsPerSecond,
    string Model)
{
    /// <summary>US dollars for the provisioned RU/s.</summary>
    public double MonthlyCost => AzurePrice.PerMonth(ProvisionedRequestUnitsPerSecond);

    /// <summary>US dollars for <see cref="EnoughRequestUnitsPerSecond"/>.</summary>
    public double EnoughMonthlyCost => AzurePrice.PerMonth(EnoughRequestUnitsPerSecond);
}
