using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The keys of ORDER BY as bytes that compare as the rows are ordered: those of a descending key are inverted.</summary>
internal static class SortKeys
{
    /// <param name="values">One for each key.</param>
    public static byte[] Write(ImmutableArray<BoundSortKey> keys, ReadOnlySpan<CosmosValue> values)
    {
        var size = 0;
        foreach (var value in values)
        {
            size += IndexKey.MaxBytes(value);
        }

        var bytes = new byte[size];
        var length = 0;
        for (var index = 0; index < values.Length; index++)
        {
            var key = bytes.AsSpan(length);
            key = key[..IndexKey.Write(values[index], key)];
            if (keys[index].IsDescending)
            {
                Invert(key);
            }

            length += key.Length;
        }

        return bytes[..length];
    }

    public static byte[] Write(ImmutableArray<BoundSortKey> keys, Row row)
    {
        var values = new CosmosValue[keys.Length];
        for (var index = 0; index < values.Length; index++)
        {
            values[index] = keys[index].Expression.Evaluate(row);
        }

        return Write(keys, values);
    }

    /// <summary>The first of several keys, as <see cref="IndexKey"/> writes it.</summary>
    public static byte[] First(ReadOnlySpan<byte> keys, bool isDescending)
    {
        var first = ToFirst(keys, isDescending);
        return first[..IndexKey.LengthAt(first)];
    }

    /// <summary>A key of an index as the first of several keys.</summary>
    public static byte[] ToFirst(ReadOnlySpan<byte> indexKey, bool isDescending)
    {
        var key = indexKey.ToArray();
        if (isDescending)
        {
            Invert(key);
        }

        return key;
    }

    private static void Invert(Span<byte> bytes)
    {
        foreach (ref var each in bytes)
        {
            each = (byte)~each;
        }
    }
}
