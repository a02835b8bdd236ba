namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>One value of a metric. <paramref name="Suffix"/>: what follows the metric's name, as in <c>.count</c>.</summary>
internal readonly record struct OtlpPoint(string Suffix, string Attributes, long Time, double Value);

/// <summary>Reads one data point of a metric.</summary>
internal sealed class OtlpPointReader(NestedMessages messages, OtlpAttributeReader attributeReader)
{
    private const string TimeField = "time_unix_nano";

    /// <summary>Nothing where the exporter had no value.</summary>
    public IReadOnlyList<OtlpPoint> ReadNumber()
    {
        Dictionary<string, string> attributes = [];
        var time = 0L;
        double? value = null;
        for (var end = messages.Enter(); messages.TryReadTag(end, out var tag);)
        {
            switch (tag)
            {
                case OtlpTags.NumberDataPoint.TimeUnixNano:
                    time = messages.ReadUnixNanoseconds(TimeField);
                    break;
                case OtlpTags.NumberDataPoint.Double:
                    value = messages.Input.ReadDouble();
                    break;
                case OtlpTags.NumberDataPoint.Int:
                    value = messages.Input.ReadSFixed64();
                    break;
                case OtlpTags.NumberDataPoint.Attributes:
                    attributeReader.ReadInto(attributes);
                    break;
                default:
                    messages.Skip();
                    break;
            }
        }

        return value is { } known ? [new OtlpPoint("", ToText(attributes), time, known)] : [];
    }

    public IReadOnlyList<OtlpPoint> ReadHistogram()
    {
        Dictionary<string, string> attributes = [];
        var time = 0L;
        double count = 0;
        double? sum = null;
        for (var end = messages.Enter(); messages.TryReadTag(end, out var tag);)
        {
            switch (tag)
            {
                case OtlpTags.HistogramDataPoint.TimeUnixNano:
                    time = messages.ReadUnixNanoseconds(TimeField);
                    break;
                case OtlpTags.HistogramDataPoint.Count:
                    count = messages.Input.ReadFixed64();
                    break;
                case OtlpTags.HistogramDataPoint.Sum:
                    sum = messages.Input.ReadDouble();
                    break;
                case OtlpTags.HistogramDataPoint.Attributes:
                    attributeReader.ReadInto(attributes);
                    break;
                default:
                    messages.Skip();
                    break;
            }
        }

        var text = ToText(attributes);
        var counted = new OtlpPoint(".count", text, time, count);
        return sum is { } known ? [counted, new OtlpPoint(".sum", text, time, known)] : [counted];
    }

    private static string ToText(Dictionary<string, string> attributes) =>
        string.Join(',', attributes.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"));
}
