namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>The colours and dashes of lines and bars, the same for the same series in every chart of a page.</summary>
public static class Series
{
    /// <summary>The maximum number of series that can be distinguished.</summary>
    public const int MaxLines = 6;

    public static string Class(int index) => $"s{(index % MaxLines) + 1}";
}
