using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>What a SELECT clause makes of a row: no result where its value is undefined.</summary>
internal sealed class Projection(BoundExpression expression)
{
    public BoundExpression Expression => expression;

    /// <summary>Whether the result is the document as it is.</summary>
    public bool IsWholeDocument => expression is NameExpression { Place: Row.Document };

    public CosmosValue Evaluate(Row row) => expression.Evaluate(row);

    /// <summary>Writes the row's result; false, with nothing written, when it has none.</summary>
    public bool TryWrite(Row row, Utf8JsonWriter writer)
    {
        // The usual SELECT a, b is written without an object in between.
        if (expression is ObjectExpression members)
        {
            members.Write(row, writer);
            return true;
        }

        var value = expression.Evaluate(row);
        if (value.IsWritable)
        {
            SqlJson.Write(writer, value);
        }

        return value.IsWritable;
    }
}
