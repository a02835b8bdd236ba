using System.ComponentModel.DataAnnotations;

namespace DroneDelivery.Delivery.Creates;

internal static class TextFaults
{
    private const int Longest = 100;

    public static IEnumerable<ValidationResult> Of(string name, string? text)
    {
        if (text is not { Length: > 0 and <= Longest })
        {
            yield return new($"The text must have 1 to {Longest} characters, not {text?.Length ?? 0}.", [name]);
        }
        else if (text.Any(char.IsControl))
        {
            yield return new("The text must have no control characters.", [name]);
        }
    }
}
