using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Finds one property in a document without making objects of the rest.</summary>
internal static class JsonProperty
{
    private static readonly JsonReaderOptions Options = new() { MaxDepth = 128 };

    /// <summary>The value at the path, undefined when there is none; an array or an object without what is in it.</summary>
    /// <param name="document">An object; what follows its last member may be missing.</param>
    public static CosmosValue Read(ReadOnlySpan<byte> document, PropertyPath path)
    {
        var reader = new Utf8JsonReader(document, isFinalBlock: false, new JsonReaderState(Options));
        return reader.Read() ? ReadBelow(reader, path.Names.AsSpan()) : CosmosValue.Undefined;
    }

    /// <summary>The reader stands on the value that <paramref name="names"/> start from; it is a copy and may be moved.</summary>
    public static CosmosValue ReadBelow(Utf8JsonReader reader, ReadOnlySpan<string> names)
    {
        foreach (var name in names)
        {
            if (!MoveTo(ref reader, name))
            {
                return CosmosValue.Undefined;
            }
        }

        return CosmosValue.ReadShallow(ref reader);
    }

    // Of a name that is repeated the last value counts, as where filters are evaluated.
    private static bool MoveTo(ref Utf8JsonReader reader, string name)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            return false;
        }

        var found = reader;
        var isFound = false;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isMatch = reader.ValueTextEquals(name);
            reader.Read();
            if (isMatch)
            {
                found = reader;
                isFound = true;
            }

            _ = reader.TrySkip();
        }

        reader = found;
        return isFound;
    }
}
