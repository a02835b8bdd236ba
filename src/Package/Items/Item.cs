using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Package.Items;

/// <summary>A thing that an owner keeps in store, to be sent some day. A document of the items container.</summary>
internal sealed record Item(string Id, string OwnerId, string Name, decimal WeightKilograms);

/// <summary>What a caller says of an item that is to be created.</summary>
/// <remarks>Public because the generated validation passes over internal types.</remarks>
/// <param name="OwnerId">Null where the caller left it out; as <paramref name="Name"/>.</param>
public sealed record NewItem(string? OwnerId, string? Name, decimal WeightKilograms) : IValidatableObject
{
    private const int LongestText = 100;
    private const decimal HeaviestKilograms = 1000;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (OwnerId is not { Length: > 0 and <= LongestText })
        {
            yield return new ValidationResult($"An owner's id has 1 to {LongestText} characters, not {OwnerId?.Length ?? 0}.", ["ownerId"]);
        }

        if (Name is not { Length: > 0 and <= LongestText })
        {
            yield return new ValidationResult($"A name has 1 to {LongestText} characters, not {Name?.Length ?? 0}.", ["name"]);
        }

        if (WeightKilograms is <= 0 or > HeaviestKilograms)
        {
            yield return new ValidationResult(
                $"{WeightKilograms} is no weight above 0 and up to {HeaviestKilograms} kg.", ["weightKilograms"]);
        }
    }
}

/// <summary>The first items of an owner, and how many there are in all.</summary>
internal sealed record ItemList(IReadOnlyList<Item> Items, int Count);
