using System.Collections.Immutable;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>What a SELECT clause makes of a row.</summary>
internal abstract class Projection
{
    /// <summary>True when the row is the document as it is.</summary>
    public virtual bool IsWholeDocument => false;

    /// <summary>Writes the row's result; false, with nothing written, when it has none.</summary>
    public abstract bool TryWrite(in Row row, Utf8JsonWriter writer);
}

/// <summary>SELECT VALUE x, and SELECT *: no result where x is undefined.</summary>
internal sealed class ValueProjection(BoundExpression expression) : Projection
{
    public override bool IsWholeDocument => expression is DocumentExpression;

    public override bool TryWrite(in Row row, Utf8JsonWriter writer)
    {
        var value = expression.Evaluate(row);
        if (value.IsWritable)
        {
            SqlJson.Write(writer, value);
        }

        return value.IsWritable;
    }
}

/// <summary>SELECT a, b AS x: always an object, without the members that are undefined.</summary>
internal sealed class ObjectProjection(ImmutableArray<ObjectMember> members) : Projection
{
    public override bool TryWrite(in Row row, Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        foreach (var (name, member) in members)
        {
            var value = member.Evaluate(row);
            if (value.IsWritable)
            {
                writer.WritePropertyName(name);
                SqlJson.Write(writer, value);
            }
        }

        writer.WriteEndObject();
        return true;
    }
}
