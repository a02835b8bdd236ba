using Opentelemetry.Proto.Common.V1;
using Opentelemetry.Proto.Resource.V1;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Attributes of one message as text: numbers in invariant culture, <c>true</c> and <c>false</c>, bytes in base64, lists and maps
/// as JSON. Equal names in a message share one string, which saves memory in stored spans.
/// </summary>
internal sealed class OtlpAttributes
{
    private const string ServiceName = "service.name";
    private const string UnknownService = "unknown_service";
    private const string Instance = "service.instance.id";

    private static readonly JsonSerializerOptions Json =
        new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

    private readonly Dictionary<string, string> _names = [];

    public string Share(string name) => _names.TryGetValue(name, out var shared) ? shared : _names[name] = name;

    public Dictionary<string, string> Read(IReadOnlyCollection<KeyValue> pairs)
    {
        var attributes = new Dictionary<string, string>(pairs.Count);
        foreach (var pair in pairs)
        {
            attributes[Share(pair.Key)] = ToText(pair.Value);
        }

        return attributes;
    }

    public string ReadServiceName(Resource? resource) =>
        Share(resource?.Attributes.LastOrDefault(pair => pair.Key == ServiceName) is { } service
            ? ToText(service.Value)
            : UnknownService);

    /// <summary>The attribute that tells the instances of a service apart, if it is sent.</summary>
    public static IReadOnlyList<KeyValue> FindInstance(Resource? resource) =>
        [.. resource?.Attributes.Where(pair => pair.Key == Instance).TakeLast(1) ?? []];

    private static string ToText(AnyValue? value) => ToObject(value) switch
    {
        null => "",
        string text => text,
        bool flag => flag ? "true" : "false",
        IFormattable number => number.ToString(null, null),
        var listOrMap => JsonSerializer.Serialize(listOrMap, Json),
    };

    private static object? ToObject(AnyValue? value) => value?.ValueCase switch
    {
        AnyValue.ValueOneofCase.StringValue => value.StringValue,
        AnyValue.ValueOneofCase.IntValue => value.IntValue,
        AnyValue.ValueOneofCase.DoubleValue => value.DoubleValue,
        AnyValue.ValueOneofCase.BoolValue => value.BoolValue,
        AnyValue.ValueOneofCase.BytesValue => value.BytesValue.ToBase64(),
        AnyValue.ValueOneofCase.ArrayValue => value.ArrayValue.Values.Select(ToObject).ToList(),
        AnyValue.ValueOneofCase.KvlistValue => value.KvlistValue.Values
            .GroupBy(pair => pair.Key)
            .ToDictionary(same => same.Key, same => ToObject(same.Last().Value)),
        _ => null,
    };
}
