namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>Gauss and Jordan's elimination with pivots. Unknowns whose equations are all zero are zero.</summary>
internal static class LinearSystem
{
    private const double Zero = 1e-12;

    /// <param name="matrix">n rows of n coefficients and the right side; changed by the call.</param>
    public static double[] Solve(double[,] matrix)
    {
        var size = matrix.GetLength(0);
        for (var pivot = 0; pivot < size; pivot++)
        {
            SwapIn(matrix, pivot);
            if (Math.Abs(matrix[pivot, pivot]) > Zero)
            {
                Eliminate(matrix, pivot);
            }
        }

        return [.. Enumerable.Range(0, size).Select(row =>
            Math.Abs(matrix[row, row]) > Zero ? matrix[row, size] / matrix[row, row] : 0)];
    }

    private static void SwapIn(double[,] matrix, int pivot)
    {
        var size = matrix.GetLength(0);
        var best = Enumerable.Range(pivot, size - pivot).MaxBy(row => Math.Abs(matrix[row, pivot]));
        for (var column = 0; column <= size && best != pivot; column++)
        {
            (matrix[pivot, column], matrix[best, column]) = (matrix[best, column], matrix[pivot, column]);
        }
    }

    private static void Eliminate(double[,] matrix, int pivot)
    {
        var size = matrix.GetLength(0);
        for (var row = 0; row < size; row++)
        {
            var factor = row == pivot ? 0 : matrix[row, pivot] / matrix[pivot, pivot];
            for (var column = 0; column <= size && factor != 0; column++)
            {
                matrix[row, column] -= factor * matrix[pivot, column];
            }
        }
    }
}
