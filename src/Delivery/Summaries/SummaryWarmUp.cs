namespace DroneDelivery.Delivery.Summaries;

internal static class SummaryWarmUp
{
    /// <summary>Half of them are a query: 100 of them take 290 RU by owner, and ten times as many by delivery.</summary>
    public const int MaxRequests = 200;

    /// <summary>An owner's month that has deliveries; null until the summaries have been read.</summary>
    public static IReadOnlyList<string>? FindPaths(IServiceProvider services)
    {
        var summaries = services.GetRequiredService<DeliverySummaries>();
        if (!summaries.IsLoaded)
        {
            return null;
        }

        return summaries.FindAnyMonth() is { } month
            ?
            [
                $"/deliveries/utilization?ownerId={month.OwnerId}&year={month.Year}&month={month.Month}",
                $"/deliveries/summary?ownerId={month.OwnerId}&year={month.Year}&month={month.Month}",
            ]
            : [];
    }
}
