//! Linear algebra for the rating fit.

/// A symmetric matrix.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size)
            .map(|row| (0..self.size).map(|column| self.get(row, column) * vector[column]).sum())
            .collect()
    }

    /// Inverse by Gauss–Jordan elimination with pivoting; `None` if singular.
    pub(super) fn inverse(&self) -> Option<Matrix> {
        let (mut left, mut right) = (self.clone(), Matrix::zero(self.size));
        (0..self.size).for_each(|index| right.add(index, index, 1.0));
        for column in 0..self.size {
            let size = |row: &usize| left.get(*row, column).abs();
            let pivot = (column..self.size).max_by(|a, b| size(a).total_cmp(&size(b)))?;
            let scale = left.get(pivot, column);
            if scale.abs() < f64::MIN_POSITIVE {
                return None;
            }
            for matrix in [&mut left, &mut right] {
                matrix.swap(pivot, column);
                matrix.scale(column, 1.0 / scale);
            }
            for row in (0..self.size).filter(|&row| row != column) {
                let factor = left.get(row, column);
                left.subtract(row, column, factor);
                right.subtract(row, column, factor);
            }
        }
        Some(right)
    }

    /// Covariance of the values after their mean is subtracted.
    pub(super) fn centered_covariance(&self) -> Matrix {
        let count = self.size.max(1) as f64;
        let mean = |row: usize| (0..self.size).map(|column| self.get(row, column)).sum::<f64>() / count;
        let means: Vec<f64> = (0..self.size).map(mean).collect();
        let all = means.iter().sum::<f64>() / count;
        let mut centered = self.clone();
        for row in 0..self.size {
            for column in 0..self.size {
                centered.add(row, column, all - means[row] - means[column]);
            }
        }
        centered
    }

    fn swap(&mut self, one: usize, other: usize) {
        for column in 0..self.size {
            self.cells.swap(one * self.size + column, other * self.size + column);
        }
    }

    fn scale(&mut self, row: usize, factor: f64) {
        self.cells[row * self.size..(row + 1) * self.size].iter_mut().for_each(|cell| *cell *= factor);
    }

    /// Subtracts a multiple of one row from another.
    fn subtract(&mut self, from: usize, row: usize, factor: f64) {
        for column in 0..self.size {
            let value = self.get(row, column) * factor;
            self.add(from, column, -value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(cells: [f64; 4]) -> Matrix {
        Matrix { size: 2, cells: cells.to_vec() }
    }

    #[test]
    fn inverse_of_known_matrices() {
        assert_eq!(matrix([0.0, 2.0, 4.0, 0.0]).inverse(), Some(matrix([0.0, 0.25, 0.5, 0.0])));
        assert_eq!(matrix([1.0, 2.0, 2.0, 4.0]).inverse(), None);
        let inverse = matrix([4.0, 1.0, 1.0, 3.0]).inverse().unwrap();
        let product = inverse.times(&[4.0, 1.0]);
        assert!((product[0] - 1.0).abs() < 1e-12 && product[1].abs() < 1e-12);
    }

    #[test]
    fn centering_two_values_keeps_their_difference() {
        let centered = matrix([3.0, 1.0, 1.0, 3.0]).centered_covariance();
        assert_eq!(centered, matrix([1.0, -1.0, -1.0, 1.0]));
    }
}
