using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Package.Items;

/// <summary>An item that an owner keeps in stock: a document of the items container.</summary>
internal sealed record Item(string Id, string OwnerId, string Name, decimal WeightKilograms);

/// <summary>The body of a request to create an item.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
/// <param name="OwnerId">Null if the client left it out, like <paramref name="Name"/>.</param>
public sealed record NewItem(string? OwnerId, string? Name, decimal WeightKilograms) : IValidatableObject
{
    internal const int MaxTextLength = 100;
    private const decimal MaxKilograms = 1000;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (OwnerId is not { Length: > 0 and <= MaxTextLength })
        {
            yield return new ValidationResult(
                $"An owner's id has 1 to {MaxTextLength} characters, not {OwnerId?.Length ?? 0}.", ["ownerId"]);
        }

        if (Name is not { Length: > 0 and <= MaxTextLength })
        {
            yield return new ValidationResult($"A name has 1 to {MaxTextLength} characters, not {Name?.Length ?? 0}.", ["name"]);
        }

        if (WeightKilograms is <= 0 or > MaxKilograms)
        {
            yield return new ValidationResult(
                $"{WeightKilograms} is not a weight above 0 and up to {MaxKilograms} kg.", ["weightKilograms"]);
        }
    }
}

/// <summary>The first items of an owner, and the total number.</summary>
internal sealed record ItemList(IReadOnlyList<Item> Items, int Count);
