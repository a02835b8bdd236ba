using System.Collections.Immutable;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>[a, b]: what JSON cannot write is left out.</summary>
internal sealed class ArrayExpression(ImmutableArray<BoundExpression> items) : BoundExpression
{
    /// <summary>Null if there is none.</summary>
    public BoundExpression? Find(double index) =>
        double.IsInteger(index) && index >= 0 && index < items.Length ? items[(int)index] : null;

    public override CosmosValue Evaluate(Row row)
    {
        var values = new List<CosmosValue>(items.Length);
        foreach (var item in items)
        {
            var value = item.Evaluate(row);
            if (value.IsWritable)
            {
                values.Add(value);
            }
        }

        return ResultLength.CheckSize(CosmosValue.From(values));
    }
}

/// <summary>{"a": x}: what JSON cannot write is left out.</summary>
internal sealed class ObjectExpression(ImmutableArray<ObjectMember> members) : BoundExpression
{
    /// <summary>Null if there is none.</summary>
    public BoundExpression? Find(string name) => members.FirstOrDefault(member => member.Name == name).Value;

    public void Write(Row row, Utf8JsonWriter writer)
    {
        var size = 0L;
        writer.WriteStartObject();
        foreach (var (name, member) in members)
        {
            var value = member.Evaluate(row);
            if (value.IsWritable)
            {
                size += value.Size;
                ResultLength.CheckSize(size);
                writer.WritePropertyName(name);
                SqlJson.Write(writer, value);
            }
        }

        writer.WriteEndObject();
    }

    public override CosmosValue Evaluate(Row row)
    {
        var values = new OrderedDictionary<string, CosmosValue>(members.Length);
        foreach (var (name, member) in members)
        {
            var value = member.Evaluate(row);
            if (value.IsWritable)
            {
                values.Add(name, value);
            }
        }

        return ResultLength.CheckSize(CosmosValue.From(values));
    }
}
