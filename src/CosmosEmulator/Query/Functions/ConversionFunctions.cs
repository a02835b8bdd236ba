using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions that read a value from a string of JSON, which may have white space around it, and TOSTRING.</summary>
internal static class ConversionFunctions
{
    private const string WhiteSpace = " \t\r\n";

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = JsonDepth.Max };

    // Half of a surrogate pair has no UTF-8.
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        CreateFunction("STRINGTOARRAY", "["),
        CreateFunction("STRINGTOBOOLEAN", "ft"),
        CreateFunction("STRINGTONULL", "n"),
        CreateFunction("STRINGTONUMBER", "-0123456789"),
        CreateFunction("STRINGTOOBJECT", "{"),
        new("TOSTRING", 1, 1, Write),
    ];

    // The first character of JSON tells its type.
    private static ScalarFunction CreateFunction(string name, string firstCharacters) => new(name, 1, 1, arguments =>
    {
        var text = arguments[0].Text;
        var json = text.AsSpan().TrimStart(WhiteSpace);
        return json.Length > 0 && firstCharacters.Contains(json[0]) ? Parse(text) : CosmosValue.Undefined;
    });

    private static CosmosValue Parse(string text)
    {
        try
        {
            var json = Utf8.GetBytes(text);
            if (JsonStrings.FindFault(json) is not null)
            {
                return CosmosValue.Undefined;
            }

            var value = CosmosValue.From(JsonElement.Parse(json, Options));

            // Only a number can be too large: that of any other value is 0.
            return !double.IsFinite(value.Number) ? CosmosValue.Undefined
                : value.IsScalar ? value.Detach()
                : value;
        }
        catch (Exception error) when (error is JsonException or ArgumentException or FormatException)
        {
            return CosmosValue.Undefined;
        }
    }

    private static CosmosValue Write(CosmosValue[] arguments)
    {
        var value = arguments[0];
        if (value.Kind is CosmosValueKind.Undefined or CosmosValueKind.String)
        {
            return value;
        }

        var text = ValueText.Write(value);
        ResultLength.Check("TOSTRING", text.Length);
        return CosmosValue.From(text);
    }
}
