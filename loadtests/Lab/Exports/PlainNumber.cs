namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>
/// Formats numbers for other tools: without an exponent, and with the 15 digits that any double preserves. The decimal point is a
/// dot, since all projects set InvariantGlobalization.
/// </summary>
internal static class PlainNumber
{
    private const double SmallestOfDecimal = 1e-13;
    private const double MaxOfDecimal = 1e27;

    public static string Format(double value) => Math.Abs(value) is >= SmallestOfDecimal and <= MaxOfDecimal
        ? ((decimal)value).ToString("0.############################")
        : value.ToString("F99").TrimEnd('0').TrimEnd('.');
}
