using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

internal readonly record struct ObjectMember(string Name, BoundExpression Value);

/// <summary>Collects the members of an object that a query makes; each name may come once.</summary>
internal sealed class MemberList
{
    private readonly ImmutableArray<ObjectMember>.Builder _members = ImmutableArray.CreateBuilder<ObjectMember>();
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);

    public void Add(string name, BoundExpression value, SqlLocation location)
    {
        if (!_names.Add(name))
        {
            throw new SqlSemanticException(
                SqlErrorCodes.RepeatedProperty,
                $"Object creation error, property name '{name}' specified more than once.",
                location);
        }

        _members.Add(new ObjectMember(name, value));
    }

    public ImmutableArray<ObjectMember> ToImmutable() => _members.ToImmutable();
}
