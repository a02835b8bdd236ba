using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Aggregates;

/// <summary>The value of an aggregate function over the rows of a group.</summary>
internal abstract class Aggregate
{
    public abstract CosmosValue Result { get; }

    /// <param name="value">The value of the argument for one row. It may be a part of a document that is not kept.</param>
    public abstract void Add(in CosmosValue value);
}

/// <summary>COUNT: the rows in which the argument is defined. COUNTIF: those in which it is true.</summary>
internal sealed class CountAggregate(bool onlyTrue) : Aggregate
{
    private long _count;

    public override CosmosValue Result => CosmosValue.From(JsonNumber.From(_count));

    public override void Add(in CosmosValue value) => _count += onlyTrue ? (value.IsTrue ? 1 : 0) : (value.IsDefined ? 1 : 0);
}

/// <summary>SUM and AVG: undefined arguments are left out, and one that is no number makes the result undefined.</summary>
internal sealed class SumAggregate(bool isAverage) : Aggregate
{
    private double _sum;
    private long _count;
    private bool _hasOther;

    public override CosmosValue Result =>
        _hasOther ? CosmosValue.Undefined
        : !isAverage ? CosmosValue.From(_sum)
        : _count == 0 ? CosmosValue.Undefined
        : CosmosValue.From(_sum / _count);

    public override void Add(in CosmosValue value)
    {
        _hasOther |= value.IsDefined && value.Kind != CosmosValueKind.Number;
        _count += value.IsDefined ? 1 : 0;
        _sum += value.Number;
    }
}

/// <summary>MIN and MAX over scalars of all kinds: undefined arguments are left out, arrays and objects make the result undefined.</summary>
internal sealed class ExtremeAggregate(bool isMax) : Aggregate
{
    private CosmosValue _found;
    private bool _hasOther;

    public override CosmosValue Result => _hasOther ? CosmosValue.Undefined : _found;

    public override void Add(in CosmosValue value)
    {
        if (!value.IsDefined)
        {
            return;
        }

        _hasOther |= !value.IsScalar;
        if (value.IsScalar && (!_found.IsDefined || SqlOrder.Compare(value, _found) > 0 == isMax))
        {
            _found = value.Detach();
        }
    }
}

/// <summary>MAKELIST and MAKESET: an array of all arguments that JSON can write, or of all different ones.</summary>
internal sealed class ListAggregate(bool isSet) : Aggregate
{
    private readonly List<CosmosValue> _values = [];
    private readonly HashSet<CosmosValue> _seen = [];
    private long _size;

    public override CosmosValue Result => ResultLength.CheckSize(CosmosValue.FromItems(_values));

    public override void Add(in CosmosValue value)
    {
        if (!value.IsWritable || (isSet && _seen.Contains(value)))
        {
            return;
        }

        _size += value.Size;
        ResultLength.CheckSize(_size);
        ResultLength.Check(isSet ? "MAKESET" : "MAKELIST", _values.Count + 1, "items");
        var own = value.Detach();
        _values.Add(own);
        if (isSet)
        {
            _seen.Add(own);
        }
    }
}
