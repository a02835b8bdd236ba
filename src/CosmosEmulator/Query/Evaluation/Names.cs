using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>
/// The names that a FROM clause defines, each with the place of its value in a <see cref="Row"/>. A subquery sees those of the
/// queries around it too, and all of them share one row.
/// </summary>
internal sealed class Names
{
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private readonly Names? _outer;
    private readonly Names _outermost;
    private int _size = Row.Document + 1;

    /// <param name="outer">Those of the query around; null for none.</param>
    public Names(Names? outer = null) => (_outer, _outermost) = (outer, outer?._outermost ?? this);

    /// <summary>The number of places, those of subqueries included.</summary>
    public int Size => _outermost._size;

    /// <summary>A place for a value.</summary>
    public int AddPlace() => _outermost._size++;

    /// <summary>Defines a name.</summary>
    /// <exception cref="SqlSemanticException">It is defined, in this clause or around it.</exception>
    public void Define(string name, int place, SqlLocation location)
    {
        if (Find(name) is not null)
        {
            throw new SqlSemanticException(
                SqlErrorCodes.RepeatedAlias,
                $"The input set name or alias '{name}' is specified more than once in the FROM clause.",
                location);
        }

        _places.Add(name, place);
    }

    /// <summary>The place of a name; null if no clause defines it.</summary>
    public int? Find(string name) => _places.TryGetValue(name, out var place) ? place : _outer?.Find(name);
}
