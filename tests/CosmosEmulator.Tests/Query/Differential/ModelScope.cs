using System.Collections.ObjectModel;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// The query has no meaning, as one in which a name is not defined. Only a query that was made smaller can be of this kind.
/// </summary>
internal sealed class ModelException(string message) : Exception(message);

/// <summary>The values of the names of a query for one row, with those of the queries around it.</summary>
internal sealed class ModelScope
{
    private readonly ModelScope? _outer;
    private readonly string _name;
    private readonly ModelValue _value;

    private ModelScope(ModelScope? outer, string name, ModelValue value, ModelValue document) =>
        (_outer, _name, _value, Document) = (outer, name, value, document);

    public ModelValue Document { get; }

    /// <summary>Null for a single row.</summary>
    public ModelGroup? Group { get; private init; }

    /// <summary>The container has the same name in all queries of the model.</summary>
    public static ModelScope ForDocument(ModelValue document) => new(null, ModelContainerSource.Container, document, document);

    /// <summary>A group has values for its keys, and no names.</summary>
    public static ModelScope ForGroup(ModelGroup group) =>
        new(null, "", ModelValue.Undefined, ModelValue.Undefined) { Group = group };

    public ModelScope With(string name, ModelValue value) => new(this, name, value, Document);

    public ModelValue Find(string name) =>
        _name == name ? _value
        : _outer is not null ? _outer.Find(name)
        : throw new ModelException($"The name {name} is not defined.");
}

/// <summary>Rows with the same keys.</summary>
/// <param name="Keys">By their text.</param>
internal sealed record ModelGroup(IReadOnlyDictionary<string, ModelValue> Keys, IReadOnlyList<ModelScope> Rows)
{
    /// <summary>All rows, if there is no GROUP BY.</summary>
    public static ModelGroup ForAll(IReadOnlyList<ModelScope> rows) => new(ReadOnlyDictionary<string, ModelValue>.Empty, rows);
}
