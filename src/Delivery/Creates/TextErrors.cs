using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Delivery.Creates;

internal static class TextErrors
{
    private const int MaxLength = 100;

    public static IEnumerable<ValidationResult> Find(string name, string? text)
    {
        if (text is not { Length: > 0 and <= MaxLength })
        {
            yield return new($"The text must have 1 to {MaxLength} characters, not {text?.Length ?? 0}.", [name]);
        }
        else if (text.Any(char.IsControl))
        {
            yield return new("The text must have no control characters.", [name]);
        }
    }
}
