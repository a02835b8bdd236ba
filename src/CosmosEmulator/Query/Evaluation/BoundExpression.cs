using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>An expression with its names, functions and parameters resolved: a value for each row.</summary>
internal abstract class BoundExpression
{
    public abstract CosmosValue Evaluate(Row row);
}

internal sealed class ConstantExpression(CosmosValue value) : BoundExpression
{
    public CosmosValue Value => value;

    public override CosmosValue Evaluate(Row row) => value;
}

/// <summary>A name of the FROM clause, or a value that is computed for each group.</summary>
internal sealed class NameExpression(int place) : BoundExpression
{
    public int Place => place;

    public override CosmosValue Evaluate(Row row) => row[place];
}

/// <summary>A property whose name is fixed.</summary>
internal sealed class PropertyExpression(BoundExpression source, string name) : BoundExpression
{
    public BoundExpression Source => source;

    public string Name => name;

    public override CosmosValue Evaluate(Row row) => source.Evaluate(row).Member(name);
}

/// <summary>An item of an array.</summary>
internal sealed class ItemExpression(BoundExpression source, double index) : BoundExpression
{
    public BoundExpression Source => source;

    public double Index => index;

    public override CosmosValue Evaluate(Row row) => source.Evaluate(row).Item(index);
}
