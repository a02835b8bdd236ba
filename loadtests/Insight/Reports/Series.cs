namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// Lines and bars that stand for the same thing in every chart of a page look the same: by colour and by dashes.
/// </summary>
public static class Series
{
    /// <summary>So many can be told apart.</summary>
    public const int Most = 6;

    public static string Class(int index) => $"s{(index % Most) + 1}";
}
