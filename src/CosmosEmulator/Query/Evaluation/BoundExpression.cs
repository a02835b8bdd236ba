using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>An expression with its names, functions and parameters resolved: a value for each row.</summary>
internal abstract class BoundExpression
{
    public abstract CosmosValue Evaluate(in Row row);
}

/// <summary>What an expression is evaluated on.</summary>
internal readonly record struct Row(CosmosValue Document);

internal sealed class ConstantExpression(CosmosValue value) : BoundExpression
{
    public CosmosValue Value => value;

    public override CosmosValue Evaluate(in Row row) => value;
}

/// <summary>The document itself.</summary>
internal sealed class DocumentExpression : BoundExpression
{
    public override CosmosValue Evaluate(in Row row) => row.Document;
}

/// <summary>A property whose name is fixed.</summary>
internal sealed class PropertyExpression(BoundExpression source, string name) : BoundExpression
{
    public BoundExpression Source => source;

    public string Name => name;

    public override CosmosValue Evaluate(in Row row) => source.Evaluate(row).Member(name);
}

/// <summary>An item of an array.</summary>
internal sealed class ItemExpression(BoundExpression source, double index) : BoundExpression
{
    public override CosmosValue Evaluate(in Row row) => source.Evaluate(row).Item(index);
}
